/**
 * The sensor lab: what a watermark's delay does to late rows, in numbers.
 *
 * <p>Central type: {@link io.tidemark.examples.sensorlab.SensorLab}. Threading: functions are used by their task only.
 */
package io.tidemark.examples.sensorlab;
