package io.tidemark.api;

import io.tidemark.api.config.ConfigOption;
import io.tidemark.api.config.Configuration;
import io.tidemark.api.config.JobOptions;
import io.tidemark.api.connector.ElementsSource;
import io.tidemark.api.connector.SequenceSource;
import io.tidemark.api.connector.Source;
import io.tidemark.api.eventtime.WatermarkStrategy;
import io.tidemark.api.operator.OperatorFactory;
import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.api.plan.InvalidPlanException;
import io.tidemark.api.plan.JobClient;
import io.tidemark.api.plan.JobExecutionResult;
import io.tidemark.api.plan.JobExecutors;
import io.tidemark.api.plan.JobPlan;
import io.tidemark.api.type.TypeExtractor;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.Types;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Where a job is described and started.
 *
 * <pre>{@code
 * StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
 * env.fromSource(source, strategy, "readings")
 *         .keyBy(Reading::sensor)
 *         .window(TumblingEventTimeWindows.of(Duration.ofMinutes(1)))
 *         .sum("value")
 *         .sinkTo(sink);
 * env.execute("sums");
 * }</pre>
 *
 * <p>Options come from three places, in rising order: the defaults in {@link JobOptions}, what the process was started
 * with (the command line), and what the job's code sets. The job's name alone is the other way round: a name from the
 * command line wins.
 */
public final class StreamExecutionEnvironment {
    private static final AtomicReference<Configuration> DEFAULTS = new AtomicReference<>(Configuration.empty());
    private static final String NAMELESS = "tidemark job";

    private final List<PlanVertex> vertices = new ArrayList<>();
    private final ExecutionConfig config = new ExecutionConfig(this);
    private final String nameFromOutside;
    private Configuration configuration;
    private int nextOrder;

    private StreamExecutionEnvironment(Configuration fromOutside, Configuration fromCode) {
        this.nameFromOutside = fromOutside.find(JobOptions.NAME).orElse(null);
        this.configuration = fromOutside.withAll(fromCode);
    }

    /** A new environment with the options that the process was started with. */
    public static StreamExecutionEnvironment getExecutionEnvironment() {
        return getExecutionEnvironment(Configuration.empty());
    }

    /** A new environment with the options that the process was started with, and then these. */
    public static StreamExecutionEnvironment getExecutionEnvironment(Configuration configuration) {
        return new StreamExecutionEnvironment(DEFAULTS.get(), configuration);
    }

    /**
     * For whoever runs a job's {@code main}: the options of every environment that is made from now on in this process,
     * such as parallelism and name from the command line.
     */
    public static void setDefaults(Configuration defaults) {
        DEFAULTS.set(Objects.requireNonNull(defaults, "defaults"));
    }

    /** Sets options. Unknown keys are refused when the job is submitted. */
    public void configure(Configuration options) {
        configuration = configuration.withAll(options);
    }

    /** Every option that has been set, here or from outside. */
    public Configuration getConfiguration() {
        return configuration;
    }

    public ExecutionConfig getConfig() {
        return config;
    }

    <T> void set(ConfigOption<T> option, T value) {
        configuration = configuration.with(option, value);
    }

    /** The number of subtasks of operators added from now on, unless they say otherwise. */
    public StreamExecutionEnvironment setParallelism(int parallelism) {
        MaxParallelism.checkParallelism(parallelism, "environment");
        set(JobOptions.PARALLELISM, parallelism);
        return this;
    }

    public int getParallelism() {
        int parallelism = configuration.get(JobOptions.PARALLELISM);
        MaxParallelism.checkParallelism(parallelism, JobOptions.PARALLELISM.key());
        return parallelism;
    }

    /**
     * The number of key groups, and so the highest parallelism the job can be rescaled to. It is rounded up to 128 times a
     * power of two; it is part of the job's state and stays.
     */
    public StreamExecutionEnvironment setMaxParallelism(int maxParallelism) {
        MaxParallelism.checkMaxParallelism(maxParallelism, "environment");
        set(JobOptions.MAX_PARALLELISM, maxParallelism);
        return this;
    }

    /** As it was set; -1 when it was not. */
    public int getMaxParallelism() {
        return configuration.find(JobOptions.MAX_PARALLELISM).orElse(-1);
    }

    /** Takes a checkpoint every so many milliseconds, from start to start; 0 for none. */
    public StreamExecutionEnvironment enableCheckpointing(long intervalMs) {
        if (intervalMs < 0) {
            throw new IllegalArgumentException("the checkpoint interval is negative: " + intervalMs + " ms");
        }
        set(JobOptions.CHECKPOINT_INTERVAL, Duration.ofMillis(intervalMs));
        return this;
    }

    /** Runs every operator in a task of its own. */
    public StreamExecutionEnvironment disableOperatorChaining() {
        set(JobOptions.OPERATOR_CHAINING, false);
        return this;
    }

    /** A stream of the records of a source, whose type the source says, or is read off its class. */
    public <T> DataStreamSource<T> fromSource(Source<T, ?> source, WatermarkStrategy<T> strategy, String sourceName) {
        Objects.requireNonNull(source, "source");
        String where = "source \"" + sourceName + "\" (" + CallSite.current() + ")";
        return fromSource(source, strategy, sourceName, OutputType.later(() -> recordType(source, where)));
    }

    private static <T> TypeInformation<T> recordType(Source<T, ?> source, String where) {
        TypeInformation<T> type = source.recordType();
        return type == null ? TypeExtractor.outputOf(source, Source.class, 0, where) : type;
    }

    /** A stream of the records of a source, of this type. */
    public <T> DataStreamSource<T> fromSource(
            Source<T, ?> source, WatermarkStrategy<T> strategy, String sourceName, TypeInformation<T> type) {
        return fromSource(source, strategy, sourceName, OutputType.of(Objects.requireNonNull(type, "type")));
    }

    private <T> DataStreamSource<T> fromSource(
            Source<T, ?> source, WatermarkStrategy<T> strategy, String sourceName, OutputType<T> type) {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(strategy, "strategy; for none write WatermarkStrategy.noWatermarks()");
        Objects.requireNonNull(sourceName, "sourceName");
        PlanVertex vertex = add(sourceName, new OperatorSpec.SourceReaderSpec(source, strategy), List.of(), type);
        return new DataStreamSource<>(this, vertex, type);
    }

    /** A stream of these elements, in order, without timestamps. */
    @SafeVarargs
    @SuppressWarnings("varargs")
    public final <T> DataStreamSource<T> fromData(T... elements) {
        return fromData(Arrays.asList(elements));
    }

    /** A stream of these elements, in order, without timestamps. */
    @SafeVarargs
    @SuppressWarnings("varargs")
    public final <T> DataStreamSource<T> fromData(TypeInformation<T> type, T... elements) {
        return fromData(Arrays.asList(elements), type);
    }

    /** A stream of these elements, in order, without timestamps. */
    public <T> DataStreamSource<T> fromData(Collection<T> elements) {
        return fromData(elements, ElementTypes.of(elements));
    }

    /** A stream of these elements, in order, without timestamps. */
    public <T> DataStreamSource<T> fromData(Collection<T> elements, TypeInformation<T> type) {
        ElementsSource<T> source = new ElementsSource<>(elements, type.createSerializer());
        DataStreamSource<T> stream = fromSource(source, WatermarkStrategy.noWatermarks(), "Elements", type);
        stream.forceNonParallel();
        return stream;
    }

    /** As {@link #fromData(Object[])}. */
    @SafeVarargs
    @SuppressWarnings("varargs")
    public final <T> DataStreamSource<T> fromElements(T... elements) {
        return fromData(Arrays.asList(elements));
    }

    /** As {@link #fromData(Collection)}. */
    public <T> DataStreamSource<T> fromCollection(Collection<T> elements) {
        return fromData(elements);
    }

    /** As {@link #fromData(Collection, TypeInformation)}. */
    public <T> DataStreamSource<T> fromCollection(Collection<T> elements, TypeInformation<T> type) {
        return fromData(elements, type);
    }

    /** A stream of the whole numbers from the first to the last, cut into one range for each subtask. */
    public DataStreamSource<Long> fromSequence(long from, long to) {
        return fromSource(
                new SequenceSource(from, to),
                WatermarkStrategy.noWatermarks(),
                "Sequence " + from + ".." + to,
                Types.LONG);
    }

    /**
     * Adds an operator that brings its own code. For planners such as SQL; a job author writes a process function.
     *
     * @param type of the main output
     * @param inputs in the order of the operator's input ordinals; a {@link KeyedStream} makes a keyed input
     */
    public <R> SingleOutputStreamOperator<R> addOperator(
            String name, OperatorFactory factory, TypeInformation<R> type, List<? extends DataStream<?>> inputs) {
        if (inputs.isEmpty()) {
            throw new InvalidPlanException("operator \"" + name + "\" has no input");
        }
        List<PlanVertex.Input> vertexInputs = new ArrayList<>();
        for (DataStream<?> input : inputs) {
            vertexInputs.add(new PlanVertex.Input(input.ports(), input.keySpec()));
        }
        OutputType<R> outputType = OutputType.of(type);
        PlanVertex vertex = add(
                name,
                new OperatorSpec.CustomSpec(Objects.requireNonNull(factory, "factory")),
                vertexInputs,
                outputType);
        return new SingleOutputStreamOperator<>(this, vertex, outputType);
    }

    /** @param type null for a sink */
    PlanVertex add(String name, OperatorSpec spec, List<PlanVertex.Input> inputs, OutputType<?> type) {
        PlanVertex vertex = new PlanVertex(nextOrder++, name, spec, inputs, type, getParallelism());
        vertices.add(vertex);
        return vertex;
    }

    /**
     * The plan of what has been described so far. Nothing is started.
     *
     * @throws InvalidPlanException when the job cannot be planned; names the operator and what to write
     */
    public JobPlan buildPlan(String jobName) {
        String name = nameFromOutside == null ? Objects.requireNonNull(jobName, "jobName") : nameFromOutside;
        return PlanBuilder.build(vertices, configuration, name);
    }

    /** As {@link #execute(String)}, with the name that the options give. */
    public JobExecutionResult execute() throws Exception {
        return execute(configuredName());
    }

    /**
     * Starts the job and waits for its end. The operators described so far are then forgotten, so that the next call
     * starts another job.
     *
     * <p>A jar that is submitted to a cluster is one job: its main runs up to the first call and ends there, so neither a
     * second call nor anything else behind the first is reached.
     *
     * @throws InvalidPlanException when the job cannot be planned
     * @throws io.tidemark.api.plan.JobFailedException when it failed or was cancelled
     */
    public JobExecutionResult execute(String jobName) throws Exception {
        return executeAsync(jobName).await();
    }

    /** As {@link #executeAsync(String)}, with the name that the options give. */
    public JobClient executeAsync() throws Exception {
        return executeAsync(configuredName());
    }

    /** Starts the job and returns at once. See {@link #execute(String)}. */
    public JobClient executeAsync(String jobName) throws Exception {
        JobPlan plan = buildPlan(jobName);
        JobClient client = JobExecutors.current().submit(plan);
        vertices.clear();
        return client;
    }

    private String configuredName() {
        return configuration.find(JobOptions.NAME).orElse(NAMELESS);
    }
}
