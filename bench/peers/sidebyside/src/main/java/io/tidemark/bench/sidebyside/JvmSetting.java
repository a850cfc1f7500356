package io.tidemark.bench.sidebyside;

import java.util.Arrays;
import java.util.List;

/** How a JVM is set. The collector alone moves some engines by a factor of two, so each is measured under all. */
enum JvmSetting {
    DEFAULT("default", "-Xmx4g"),
    PARALLEL("parallel", "-XX:+UseParallelGC", "-Xms4g", "-Xmx4g", "-Xmn2g");

    private final String title;
    private final List<String> flags;

    JvmSetting(String title, String... flags) {
        this.title = title;
        this.flags = List.of(flags);
    }

    static JvmSetting of(String title) {
        return Arrays.stream(values())
                .filter(setting -> setting.title.equals(title))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("there is no setting " + title + "; there are default, parallel"));
    }

    String title() {
        return title;
    }

    List<String> flags() {
        return flags;
    }
}
