package io.tidemark.api.function;

/**
 * Where a function runs.
 *
 * @param operatorName name of its operator
 * @param subtask number of the subtask, from 0
 * @param parallelism number of subtasks
 * @param maxParallelism number of key groups
 * @param attempt number of the job's execution attempt, from 0
 */
public record TaskInfo(String operatorName, int subtask, int parallelism, int maxParallelism, int attempt) {
    /** The operator's name. */
    public String getTaskName() {
        return operatorName;
    }

    /** The operator's name and which of its subtasks this is, counted from 1, such as {@code Map (2/4)}. */
    public String getTaskNameWithSubtasks() {
        return operatorName + " (" + (subtask + 1) + "/" + parallelism + ")";
    }

    /** Number of the subtask, from 0. */
    public int getIndexOfThisSubtask() {
        return subtask;
    }

    /** Number of subtasks. */
    public int getNumberOfParallelSubtasks() {
        return parallelism;
    }

    /** Number of key groups. */
    public int getMaxNumberOfParallelSubtasks() {
        return maxParallelism;
    }

    /** Number of the job's execution attempt, from 0. */
    public int getAttemptNumber() {
        return attempt;
    }
}
