/**
 * What keyed state costs: beside a plain map, while checkpoints are taken, and when it does not fit.
 *
 * <p>Central type: {@link io.tidemark.bench.state.KeyedCount}, the job that all of them run in this process. The counts that
 * it emits are added up and compared with what they must be; a wrong sum voids the run. One run at a time: a run tells how
 * far it is through {@link io.tidemark.bench.state.Progress}, which is static.
 */
package io.tidemark.bench.state;
