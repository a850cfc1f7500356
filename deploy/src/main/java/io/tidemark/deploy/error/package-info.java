/**
 * How a command ends badly.
 *
 * <p>Central type: {@link io.tidemark.deploy.error.UserError}, thrown anywhere and shown by the command line alone.
 *
 * <p>Threading: immutable.
 */
package io.tidemark.deploy.error;
