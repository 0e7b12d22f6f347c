"""Benches, screenshots and audits: tools that print figures or pictures; the README beside this says when to use which."""
