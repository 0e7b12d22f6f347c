<?php
/**
 * Plugin Name: Nachschlag
 * Description: Regeln in Beiträgen: [regel id="t9a/angst"]Angst[/regel] mit Hinweis, [regelkarte id="t9a/angst"] als Karte.
 * Version: 1.0
 * Requires at least: 5.0
 * Requires PHP: 7.2
 * License: MIT
 */

defined( 'ABSPATH' ) || exit;

defined( 'NACHSCHLAG_SITE' ) || define( 'NACHSCHLAG_SITE', 'https://regeln.example.org/' );

/** The id of a rule ("t9a/angst") or of what to look up ("t9a:Angst"), or "" for anything else. */
function nachschlag_id( $atts ) {
	$id = is_array( $atts ) && isset( $atts['id'] ) ? trim( $atts['id'] ) : '';
	return preg_match( '#^[a-z0-9-]+(?:/[a-z0-9-]+)+$|^[a-z0-9-]+:[^<>"]{1,200}$#u', $id ) ? $id : '';
}

/** [regel id="t9a/angst"]Angst[/regel]: a link with a hint. */
function nachschlag_link( $atts, $content = '' ) {
	$id = nachschlag_id( $atts );
	$text = null === $content || '' === $content ? esc_html( $id ) : wp_kses_post( $content );
	if ( '' === $id ) {
		return $text;
	}
	nachschlag_script();
	if ( false !== strpos( $id, ':' ) ) {
		return sprintf( '<span data-regel="%s">%s</span>', esc_attr( $id ), $text );
	}
	return sprintf( '<a href="%s" data-regel="%s">%s</a>', esc_url( NACHSCHLAG_SITE . $id . '/' ), esc_attr( $id ), $text );
}

/** [regelkarte id="t9a/angst"]: the rule as a card. */
function nachschlag_card( $atts ) {
	$id = nachschlag_id( $atts );
	if ( '' === $id ) {
		return '';
	}
	nachschlag_script();
	$link = false === strpos( $id, ':' ) ? sprintf( '<a href="%s">%s</a>', esc_url( NACHSCHLAG_SITE . $id . '/' ), esc_html( $id ) ) : esc_html( $id );
	return sprintf( '<regel-karte ref="%s">%s</regel-karte>', esc_attr( $id ), $link );
}

/** Load the script, on pages that show a rule only. */
function nachschlag_script() {
	wp_enqueue_script( 'nachschlag', NACHSCHLAG_SITE . 'einbetten-1.js', array(), null, true );
}

add_shortcode( 'regel', 'nachschlag_link' );
add_shortcode( 'regelkarte', 'nachschlag_card' );
