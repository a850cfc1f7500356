/**
 * A cluster of processes on this machine: started, looked at and stopped by way of a directory.
 *
 * <p>Central type: {@link io.tidemark.deploy.background.LocalProcesses}. The directory is all that is known about the
 * cluster; whoever has it can stop it.
 *
 * <p>Threading: used by one thread of one command; two commands on one directory exclude each other by a lock file.
 */
package io.tidemark.deploy.background;
