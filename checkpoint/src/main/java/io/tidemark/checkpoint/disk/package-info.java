/**
 * The file operations of whatever must survive a crash, the checkpoint storage and the coordinator's job store, one by one,
 * so that a test or a drill can stand between: make the disk full or slow, or take its power between any two of them.
 *
 * <p>Central type: {@link io.tidemark.checkpoint.disk.Disk}. Whoever wants a file whole or not at all uses {@link
 * io.tidemark.checkpoint.disk.DurableFiles}. {@link io.tidemark.checkpoint.disk.FaultyDisk} misbehaves on demand, {@link
 * io.tidemark.checkpoint.disk.CrashingDisk} loses what was not forced. Who deletes a whole directory calls {@link io.tidemark.checkpoint.disk.FileTree}.
 *
 * <p>Threading: disks are used by any number of threads.
 */
package io.tidemark.checkpoint.disk;
