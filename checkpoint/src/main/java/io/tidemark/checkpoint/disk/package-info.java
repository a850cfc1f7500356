/**
 * The file operations of checkpoint storage, one by one, so that a test or a drill can stand between: make the disk full,
 * slow or forgetful, or crash between any two of them.
 *
 * <p>Central type: {@link io.tidemark.checkpoint.disk.Disk}. {@link io.tidemark.checkpoint.disk.FaultyDisk} is a disk that
 * misbehaves on demand. Who deletes a whole directory calls {@link io.tidemark.checkpoint.disk.FileTree}.
 *
 * <p>Threading: disks are used by any number of threads.
 */
package io.tidemark.checkpoint.disk;
