/**
 * Typed options and the text they are parsed from.
 *
 * <p>Central types: {@link io.tidemark.api.config.ConfigOption}, which says what an option is, and {@link
 * io.tidemark.api.config.Configuration}, which holds what was given.
 *
 * <p>Threading: everything here is immutable, share freely.
 */
package io.tidemark.api.config;
