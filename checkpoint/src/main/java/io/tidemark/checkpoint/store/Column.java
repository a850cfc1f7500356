package io.tidemark.checkpoint.store;

/** The column families of a store's database. */
enum Column {
    STATE("default"),
    TIMERS("timers");

    private final String columnFamily;

    Column(String columnFamily) {
        this.columnFamily = columnFamily;
    }

    String columnFamily() {
        return columnFamily;
    }
}
