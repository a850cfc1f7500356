package io.tidemark.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.watermark.WatermarkDeclaration;
import io.tidemark.api.watermark.WatermarkDeclarations;
import io.tidemark.network.gate.DeclaredGateFacts;
import io.tidemark.network.proto.ChannelWatermark;
import io.tidemark.network.proto.OperatorWatermark;
import io.tidemark.worker.chain.DeclaredFacts;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class DeclaredExplanationsTest {
    private static final WatermarkDeclaration NUMBER = WatermarkDeclarations.newBuilder("number")
            .typeLong()
            .combineWaitForAllChannels(true)
            .build();
    private static final WatermarkDeclaration FLAG =
            WatermarkDeclarations.newBuilder("flag").typeBool().build();

    private static DeclaredFacts fact(int node, WatermarkDeclaration declaration, OptionalLong in, OptionalLong out) {
        return new DeclaredFacts(node, "uid" + node, "op" + node, 1, in.isEmpty() ? -1 : 0, declaration, in, 700, out);
    }

    private static DeclaredGateFacts.Channel channel(int subtask, OptionalLong value, boolean ended) {
        return new DeclaredGateFacts.Channel(3, 2, "upstream", subtask, value, 600, ended);
    }

    private static String text(OperatorWatermark row) {
        return row.getName() + " #" + row.getSubtask() + " " + row.getIdentifier() + ": " + row.getValue();
    }

    @Test
    void anOperatorsRowSaysWhatCameLastAndWhatItSendsWhereThatDiffers() {
        List<OperatorWatermark> rows = DeclaredExplanations.rows(
                new DeclaredExplanations.Head(5, "uid5", "op5", 1),
                List.of(
                        fact(5, NUMBER, OptionalLong.of(7), OptionalLong.of(7)),
                        fact(5, FLAG, OptionalLong.of(1), OptionalLong.of(0)),
                        fact(6, NUMBER, OptionalLong.empty(), OptionalLong.of(9)),
                        fact(7, FLAG, OptionalLong.of(0), OptionalLong.empty())),
                List.of());
        assertThat(rows.stream().map(DeclaredExplanationsTest::text))
                .containsExactly(
                        "op5 #1 number: 7",
                        "op5 #1 flag: true, sends false",
                        "op6 #1 number: sends 9",
                        "op7 #1 flag: false");
        assertThat(rows.get(0).getAdvancedAtMs()).isEqualTo(700);
    }

    @Test
    void theHeadsRowHasTheChannelsAndNamesTheOneThatIsWaitedFor() {
        DeclaredGateFacts gate = new DeclaredGateFacts(
                0,
                NUMBER,
                OptionalLong.empty(),
                1,
                List.of(channel(0, OptionalLong.of(4), false), channel(1, OptionalLong.empty(), false)));
        List<OperatorWatermark> rows =
                DeclaredExplanations.rows(new DeclaredExplanations.Head(5, "uid5", "op5", 1), List.of(), List.of(gate));
        assertThat(rows).hasSize(1);
        OperatorWatermark row = rows.get(0);
        assertThat(text(row)).isEqualTo("op5 #1 number: none yet");
        assertThat(row.getHeldBackBy()).isEqualTo(1);
        assertThat(row.getChannelsList().stream().map(ChannelWatermark::getValue))
                .containsExactly("4", "none yet");
        assertThat(row.getChannels(1).getProducerSubtask()).isEqualTo(1);
    }
}
