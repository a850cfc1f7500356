package io.tidemark.deploy.drill.kind;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.deploy.drill.Drill;
import org.junit.jupiter.api.Test;

class DrillsTest {
    @Test
    void eachIsKnownByANameOfItsOwnThatCanBeTyped() {
        assertThat(Drills.all())
                .extracting(Drill::name)
                .doesNotHaveDuplicates()
                .allMatch(name -> name.matches("[a-z-]+"));
        assertThat(Drills.all()).allMatch(drill -> Drills.named(drill.name()) == drill);
    }

    @Test
    void eachIsToldInASentenceThatFitsALine() {
        assertThat(Drills.all())
                .extracting(Drill::sentence)
                .allMatch(sentence -> sentence.length() < 110 && !sentence.endsWith("."));
    }
}
