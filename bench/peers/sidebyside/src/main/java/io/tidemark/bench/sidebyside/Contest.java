package io.tidemark.bench.sidebyside;

import io.tidemark.bench.workload.Workload;

/**
 * What is run how.
 *
 * @param classPath of the engine
 */
record Contest(Workload workload, String engine, String classPath, JvmSetting setting, long events) {}
