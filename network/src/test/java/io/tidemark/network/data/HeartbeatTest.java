package io.tidemark.network.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.tidemark.network.data.DataPlaneException.Reason;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class HeartbeatTest {
    private static final long INTERVAL_MS = 500;

    private final EmbeddedChannel channel = new EmbeddedChannel();

    @BeforeEach
    void freezeTheClock() {
        channel.freezeTime();
        channel.pipeline().addLast(new Heartbeat(INTERVAL_MS, 4));
        channel.pipeline().fireChannelActive();
    }

    private void beat() {
        channel.advanceTimeBy(INTERVAL_MS, TimeUnit.MILLISECONDS);
        channel.runScheduledPendingTasks();
        channel.checkException();
    }

    private void hear() {
        channel.pipeline().fireChannelReadComplete();
    }

    @Test
    void aSideThatHasNothingToSayGivesASignOfLifeAtEachBeat() {
        beat();
        hear();
        beat();
        assertThat(channel.<Object>readOutbound()).isEqualTo(Frame.Ping.INSTANCE);
        assertThat(channel.<Object>readOutbound()).isEqualTo(Frame.Ping.INSTANCE);
        assertThat(channel.<Object>readOutbound()).isNull();
    }

    @Test
    void aSideThatSaysSomethingGivesNone() {
        channel.writeOutbound(Unpooled.buffer().writeByte(1));
        channel.releaseOutbound();
        beat();
        assertThat(channel.<Object>readOutbound()).isNull();
    }

    @Test
    void trK2_aPeerIsGivenUpAfterFourBeatsWithoutHearingOfIt() {
        beat();
        beat();
        beat();
        assertThatThrownBy(this::beat)
                .isInstanceOfSatisfying(
                        DataPlaneException.class, e -> assertThat(e.reason()).isEqualTo(Reason.PEER_SILENT));
        beat();
    }

    @Test
    void hearingAnythingStartsTheCountAnew() {
        for (int i = 0; i < 3; i++) {
            beat();
            beat();
            beat();
            hear();
        }
    }

    @Test
    void aPauseOfThisProcessCountsAsOneBeat() {
        channel.advanceTimeBy(60, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();
        channel.checkException();
        hear();
        beat();
    }

    @Test
    void signsOfLifeGoNoFurther() {
        channel.writeInbound(Frame.Ping.INSTANCE);
        assertThat(channel.<Object>readInbound()).isNull();
        Frame credit = new Frame.Credit(1, 2);
        channel.writeInbound(credit);
        assertThat(channel.<Object>readInbound()).isSameAs(credit);
    }
}
