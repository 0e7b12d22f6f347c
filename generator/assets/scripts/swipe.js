/* Pull a panel down with a finger: it follows, and closes if pulled far or fast enough. */

const BEGIN = 6; // pixels before a touch becomes a pull
const FAST = 0.5; // pixels per millisecond

/** Call `done()` when `panel` is pulled down. While its text (`.n-einblick`) is scrolled, a finger scrolls it; a pull begins at its top.
    During a pull, the panel has the class `n-zieht` and the distance in `--n-zug`. */
export function pulledDown(panel, done) {
  let pull = null;
  panel.addEventListener('touchstart', (event) => (pull = begun(event)), { passive: true });
  panel.addEventListener('touchmove', (event) => pull && moved(panel, pull, event), { passive: false });
  const end = ({ type }) => {
    const isDone = type === 'touchend' && pull?.isPulling && isFar(panel, pull);
    pull = null;
    panel.classList.remove('n-zieht');
    panel.style.removeProperty('--n-zug');
    if (isDone) done();
  };
  panel.addEventListener('touchend', end);
  panel.addEventListener('touchcancel', end);
}

function begun({ touches, target, timeStamp }) {
  const isScrolled = target.closest('.n-einblick')?.scrollTop > 0;
  if (touches.length > 1 || isScrolled) return null;
  const [{ clientX: x, clientY: y }] = touches;
  return { x, y, at: timeStamp, way: 0, speed: 0, isPulling: false, isOver: false };
}

function moved(panel, pull, event) {
  if (pull.isOver) return;
  const [{ clientX, clientY }] = event.touches;
  const way = clientY - pull.y;
  if (!pull.isPulling && way < BEGIN) pull.isOver = way < -BEGIN;
  else if (!pull.isPulling && way < Math.abs(clientX - pull.x)) pull.isOver = true;
  else follow(panel, pull, way, event);
}

function follow(panel, pull, way, event) {
  if (event.cancelable) event.preventDefault();
  pull.speed = (way - pull.way) / Math.max(1, event.timeStamp - pull.at);
  Object.assign(pull, { isPulling: true, way, at: event.timeStamp });
  panel.classList.add('n-zieht');
  panel.style.setProperty('--n-zug', `${Math.max(0, way)}px`);
}

const isFar = (panel, { way, speed }) => way > panel.offsetHeight / 3 || (way > 40 && speed > FAST);
