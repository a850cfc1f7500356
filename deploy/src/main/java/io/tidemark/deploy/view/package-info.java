/**
 * What the listing commands show: the same facts as JSON for scripts and as tables for people.
 *
 * <p>Central type: {@link io.tidemark.deploy.view.View}. A view is made from a coordinator's answer; it gives extremes
 * that stand for something else a name, so that nobody ever sees a bare {@code Long.MIN_VALUE}.
 *
 * <p>Threading: immutable and pure.
 */
package io.tidemark.deploy.view;
