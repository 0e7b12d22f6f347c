<?php
// Renders a post with our plugin in WordPress' own functions, without a database: php render.php WORDPRESS PLUGIN < post
define( 'ABSPATH', rtrim( $argv[1], '/' ) . '/' );
define( 'WPINC', 'wp-includes' );
define( 'WP_DEBUG', false );
define( 'WP_CONTENT_URL', 'https://blog.example.org/wp-content' );
error_reporting( E_ALL & ~E_DEPRECATED );
ini_set( 'display_errors', 'stderr' );
$needed = 'version load plugin functions l10n option kses formatting shortcodes link-template general-template theme class-wp-dependency';
foreach ( explode( ' ', "$needed class-wp-dependencies class-wp-scripts functions.wp-scripts" ) as $name ) {
	require_once ABSPATH . WPINC . "/$name.php";
}
add_filter( 'pre_option_blog_charset', fn() => 'UTF-8' );
add_filter( 'pre_option_siteurl', fn() => 'https://blog.example.org' );
add_filter( 'pre_option_home', fn() => 'https://blog.example.org' );
$GLOBALS['wp_scripts'] = new WP_Scripts();
do_action( 'init' );
require $argv[2];
echo json_encode( array( 'html' => do_shortcode( stream_get_contents( STDIN ) ), 'scripts' => array_map( fn( $name ) => wp_scripts()->registered[ $name ]->src, wp_scripts()->queue ) ) );
