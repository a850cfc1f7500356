package io.tidemark.deploy.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.deploy.terminal.Times;
import io.tidemark.network.proto.ChannelWatermark;
import io.tidemark.network.proto.CheckpointInfo;
import io.tidemark.network.proto.ErrorDetail;
import io.tidemark.network.proto.JobSummary;
import io.tidemark.network.proto.LateRecordsReply;
import io.tidemark.network.proto.LateSample;
import io.tidemark.network.proto.ListCheckpointsReply;
import io.tidemark.network.proto.ListJobsReply;
import io.tidemark.network.proto.OperatorLate;
import io.tidemark.network.proto.OperatorWatermark;
import io.tidemark.network.proto.SplitWatermark;
import io.tidemark.network.proto.WaitExplanation;
import io.tidemark.network.proto.WatermarksReply;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

class ViewsTest {
    private static final long NOON_MS = 1_767_614_400_000L;

    private final Times times = new Times(ZoneOffset.UTC);

    @Test
    void jobsAreListedTheNewestFirstWithTheCauseOfAFailure() {
        ListJobsReply reply = ListJobsReply.newBuilder()
                .addJobs(JobSummary.newBuilder()
                        .setJobId("old")
                        .setName("a")
                        .setState("FAILED")
                        .setSubmittedAtMs(NOON_MS)
                        .setEndedAtMs(NOON_MS + 1500)
                        .setFailure(ErrorDetail.newBuilder()
                                .setCause("no such file: x")
                                .setHint("Name another.")))
                .addJobs(JobSummary.newBuilder()
                        .setJobId("new")
                        .setName("b")
                        .setState("WAITING_FOR_SLOTS")
                        .setDetail("need 8 slots, have 4")
                        .setTasksTotal(8)
                        .setSubmittedAtMs(NOON_MS + 60_000))
                .build();

        assertThat(JobListView.of(reply).lines(times, NOON_MS + 61_000))
                .containsExactly(
                        "id   name  state              tasks  submitted             time  remark",
                        "───  ────  ─────────────────  ─────  ───────────────────  ─────  ────────────────────",
                        "new  b     WAITING_FOR_SLOTS    0/8  2026-01-05 12:01:00  1.0 s  need 8 slots, have 4",
                        "old  a     FAILED               0/0  2026-01-05 12:00:00  1.5 s  no such file: x");
    }

    @Test
    void jsonLeavesOutWhatIsNotThere() throws JsonProcessingException {
        JsonNode json = json(JobListView.of(ListJobsReply.newBuilder()
                .addJobs(JobSummary.newBuilder()
                        .setJobId("x")
                        .setState("RUNNING")
                        .setSubmittedAtMs(NOON_MS))
                .build()));

        JsonNode job = json.get("jobs").get(0);
        assertThat(job.get("id").asText()).isEqualTo("x");
        assertThat(job.get("submittedAtMs").asLong()).isEqualTo(NOON_MS);
        assertThat(job.has("endedAtMs")).isFalse();
        assertThat(job.has("failure")).isFalse();
    }

    @Test
    void aWatermarkIsShownWithWhatHoldsItBackAndNeverAsABareExtreme() throws JsonProcessingException {
        WatermarksReply reply = WatermarksReply.newBuilder()
                .setJobId("j")
                .addOperators(OperatorWatermark.newBuilder()
                        .setName("source")
                        .setSource(true)
                        .setWatermark(NOON_MS)
                        .setAdvancedAtMs(NOON_MS)
                        .setHeldBackBy(0)
                        .addChannels(ChannelWatermark.newBuilder().setProducerName("source (splits)"))
                        .addSplits(SplitWatermark.newBuilder()
                                .setSplit("a.csv")
                                .setWatermark(NOON_MS)
                                .setRecords(1200)
                                .setLastRecordAtMs(NOON_MS + 1000))
                        .addSplits(SplitWatermark.newBuilder().setSplit("b.csv").setWatermark(Long.MIN_VALUE))
                        .addSplits(SplitWatermark.newBuilder()
                                .setSplit("c.csv")
                                .setWatermark(Long.MIN_VALUE)
                                .setIdle(true)))
                .addOperators(OperatorWatermark.newBuilder()
                        .setName("window")
                        .setSubtask(1)
                        .setWatermark(Long.MIN_VALUE)
                        .setOpenedAtMs(NOON_MS - 8000)
                        .setHeldBackBy(1)
                        .addChannels(channel(0, NOON_MS).setAdvancedAtMs(NOON_MS))
                        .addChannels(channel(3, Long.MIN_VALUE).setOrigin("source subtask 4, split d.csv"))
                        .addChannels(channel(1, NOON_MS).setIdle(true).setIdleSinceMs(NOON_MS + 500))
                        .addChannels(channel(2, Long.MAX_VALUE).setEnded(true)))
                .addOperators(OperatorWatermark.newBuilder()
                        .setName("sink")
                        .setWatermark(Long.MAX_VALUE)
                        .setHeldBackBy(-1))
                .addExplanations("window waits.")
                .addWaits(WaitExplanation.newBuilder()
                        .setOperator("window")
                        .setCause("SPLIT_SILENT")
                        .setSplit("d.csv")
                        .setSentence("window waits."))
                .build();

        WatermarksView view = WatermarksView.of(reply);

        assertThat(view.lines(times, NOON_MS + 2000))
                .containsExactly(
                        "operator  subtask  watermark                                last rose  held back by",
                        "────────  ───────  ───────────────────────────────────────  ─────────  ─────────────────────",
                        "source          1  2026-01-05 12:00:00.000 (1767614400000)  2.0 s ago  split b.csv: none yet",
                        "window          2  none yet                                 never      source #4: none yet",
                        "sink            1  end of input                             never",
                        "",
                        "Channels",
                        "operator  subtask  from       watermark                                state               "
                                + "since       behind it",
                        "────────  ───────  ─────────  ───────────────────────────────────────  ──────────────────  "
                                + "──────────  ─────────────────────────────",
                        "window          2  source #4  none yet                                 silent, holds back  "
                                + "10.0 s ago  source subtask 4, split d.csv",
                        "window          2  source #1  2026-01-05 12:00:00.000 (1767614400000)  active              "
                                + "2.0 s ago",
                        "window          2  source #2  2026-01-05 12:00:00.000 (1767614400000)  idle                "
                                + "1.5 s ago",
                        "window          2  source #3  end of input                             ended",
                        "",
                        "Splits",
                        "operator  subtask  split  watermark                                state   records  last record",
                        "────────  ───────  ─────  ───────────────────────────────────────  ──────  ───────  ───────────",
                        "source          1  a.csv  2026-01-05 12:00:00.000 (1767614400000)  active    1,200  1.0 s ago",
                        "source          1  b.csv  none yet                                 silent        0  never",
                        "source          1  c.csv  none yet                                 idle          0  never",
                        "",
                        "window waits.");
        JsonNode json = json(view);
        JsonNode operators = json.get("operators");
        assertThat(operators.toString()).doesNotContain(Long.toString(Long.MIN_VALUE));
        assertThat(operators.get(0).get("watermark").get("timeMs").asLong()).isEqualTo(NOON_MS);
        assertThat(operators.get(0).get("watermark").get("time").asText()).isEqualTo("2026-01-05T12:00:00Z");
        assertThat(operators.get(1).get("watermark").has("timeMs")).isFalse();
        assertThat(operators.get(1).get("channels").get(1).get("state").asText())
                .isEqualTo("SILENT");
        assertThat(operators.get(2).get("watermark").get("endOfInput").asBoolean())
                .isTrue();
        assertThat(json.get("waits").get(0).get("cause").asText()).isEqualTo("SPLIT_SILENT");
    }

    private static ChannelWatermark.Builder channel(int subtask, long watermark) {
        return ChannelWatermark.newBuilder()
                .setProducerName("source")
                .setProducerSubtask(subtask)
                .setWatermark(watermark);
    }

    @Test
    void ofManyChannelsThoseFurthestBehindAreShownAndTheOthersCounted() {
        OperatorWatermark.Builder window = OperatorWatermark.newBuilder()
                .setName("window")
                .setWatermark(NOON_MS)
                .setHeldBackBy(19);
        for (int i = 0; i < 20; i++) {
            window.addChannels(channel(i, NOON_MS - i));
        }
        assertThat(WatermarksView.of(WatermarksReply.newBuilder()
                                .addOperators(window)
                                .build())
                        .lines(times, NOON_MS))
                .anyMatch(line -> line.contains("source #20") && line.contains("active, holds back"))
                .noneMatch(line -> line.contains("source #1 "))
                .contains("… and 12 channels more, further ahead; --json lists all.");
    }

    @Test
    void declaredWatermarksStandBesideEventTimeUnderTheirIdentifiers() {
        assertThat(WatermarksView.of(WatermarksReply.newBuilder()
                                .addOperators(OperatorWatermark.newBuilder()
                                        .setName("window")
                                        .setWatermark(NOON_MS)
                                        .setHeldBackBy(-1))
                                .addOperators(OperatorWatermark.newBuilder()
                                        .setName("window")
                                        .setIdentifier("files-done")
                                        .setValue("true")
                                        .setHeldBackBy(-1))
                                .build())
                        .lines(times, NOON_MS))
                .containsExactly(
                        "operator  subtask  identifier  watermark                                last rose  held back by",
                        "────────  ───────  ──────────  ───────────────────────────────────────  ─────────  ────────────",
                        "window          1  event time  2026-01-05 12:00:00.000 (1767614400000)  never",
                        "window          1  files-done  true                                     never");
    }

    @Test
    void channelsOfADeclaredWatermarkAreShownWithTheirValuesAndTheOneThatIsWaitedFor() {
        List<String> lines = WatermarksView.of(WatermarksReply.newBuilder()
                        .setJobId("j")
                        .addOperators(OperatorWatermark.newBuilder()
                                .setName("sum")
                                .setIdentifier("newest")
                                .setValue("none yet")
                                .setHeldBackBy(1)
                                .addChannels(ChannelWatermark.newBuilder()
                                        .setProducerName("map")
                                        .setWatermark(7)
                                        .setValue("7"))
                                .addChannels(ChannelWatermark.newBuilder()
                                        .setProducerName("map")
                                        .setProducerSubtask(1)
                                        .setWatermark(Long.MIN_VALUE)
                                        .setValue("none yet")))
                        .build())
                .lines(times, NOON_MS);
        assertThat(lines).anySatisfy(line -> assertThat(line).matches("sum +1 +newest +none yet +.*map #2: none yet"));
        assertThat(lines).anySatisfy(line -> assertThat(line).matches("sum, newest +1 +map #1 +7 +active.*"));
        assertThat(lines)
                .anySatisfy(line -> assertThat(line).matches("sum, newest +1 +map #2 +none yet +silent, holds back.*"));
    }

    @Test
    void lateRecordsOfAnOperatorsSubtasksAreAddedUp() {
        LateRecordsReply reply = LateRecordsReply.newBuilder()
                .setJobId("j")
                .addOperators(OperatorLate.newBuilder()
                        .setNode(1)
                        .setName("map")
                        .putCounters("late.dropped", 0)
                        .putCounters("malformed-records", 0))
                .addOperators(late(0).addSamples(LateSample.newBuilder()
                        .setKey("s1")
                        .setValue("s1,7")
                        .setTimestamp(NOON_MS)
                        .setWatermark(NOON_MS + 9)))
                .addOperators(late(1))
                .build();

        LateView view = LateView.of(reply);

        assertThat(view.dropped()).isEqualTo(4000);
        assertThat(view.lines(times, NOON_MS))
                .containsExactly(
                        "operator  dropped as late  sent aside  other counters",
                        "────────  ───────────────  ──────────  ────────────────────",
                        "window              4,000           2  late by watermark 20",
                        "",
                        "Samples",
                        "operator  fate     time                                     watermark"
                                + "                                key  record",
                        "────────  ───────  ───────────────────────────────────────  ───────────────────────────────────────"
                                + "  ───  ──────",
                        "window    dropped  2026-01-05 12:00:00.000 (1767614400000)"
                                + "  2026-01-05 12:00:00.009 (1767614400009)  s1   s1,7");
    }

    @Test
    void noLateRecordsAreSaidInWords() {
        assertThat(LateView.of(LateRecordsReply.newBuilder()
                                .addOperators(OperatorLate.newBuilder().setName("map"))
                                .build())
                        .lines(times, NOON_MS))
                .containsExactly("No record was late.");
    }

    @Test
    void onlyACompletedCheckpointHasSizes() {
        ListCheckpointsReply reply = ListCheckpointsReply.newBuilder()
                .addCheckpoints(CheckpointInfo.newBuilder()
                        .setCheckpointId(2)
                        .setState("FAILED")
                        .setTriggeredAtMs(NOON_MS)
                        .setCause("disk full"))
                .addCheckpoints(CheckpointInfo.newBuilder()
                        .setCheckpointId(1)
                        .setState("COMPLETED")
                        .setTriggeredAtMs(NOON_MS)
                        .setDurationMs(50)
                        .setFullBytes(2048)
                        .setNewBytes(10)
                        .setSlowestTask("sum #1")
                        .setSlowestMs(40))
                .build();

        assertThat(CheckpointListView.of(reply).lines(times, NOON_MS))
                .containsExactly(
                        "id  state      started               took  full size  new in it  slowest task    remark",
                        "──  ─────────  ───────────────────  ─────  ─────────  ─────────  ──────────────  ─────────",
                        " 2  FAILED     2026-01-05 12:00:00   0 ms                                        disk full",
                        " 1  COMPLETED  2026-01-05 12:00:00  50 ms    2.0 KiB       10 B  sum #1 (40 ms)");
    }

    @Test
    void anUnalignedCheckpointSaysHowMuchWasInFlight() {
        ListCheckpointsReply reply = ListCheckpointsReply.newBuilder()
                .addCheckpoints(CheckpointInfo.newBuilder()
                        .setState("COMPLETED")
                        .setUnaligned(true)
                        .setInFlightBytes(4096))
                .build();
        assertThat(CheckpointListView.of(reply).lines(times, NOON_MS))
                .anyMatch(line -> line.endsWith("unaligned, 4.0 KiB in flight"));
    }

    @Test
    void checkpointsThatAreKeptAreListedByPathAndThoseForSomethingSayWhatFor() {
        ListCheckpointsReply reply = ListCheckpointsReply.newBuilder()
                .addCheckpoints(CheckpointInfo.newBuilder()
                        .setCheckpointId(9)
                        .setState("FAILED")
                        .setPurpose("STOP")
                        .setCause("disk full"))
                .addCheckpoints(CheckpointInfo.newBuilder()
                        .setCheckpointId(8)
                        .setState("COMPLETED")
                        .setPurpose("SAVEPOINT")
                        .setPath("/c/chk-8.manifest"))
                .addCheckpoints(CheckpointInfo.newBuilder()
                        .setCheckpointId(7)
                        .setState("COMPLETED")
                        .setPurpose("PERIODIC"))
                .build();
        assertThat(CheckpointListView.of(reply).lines(times, NOON_MS))
                .anyMatch(line -> line.endsWith("for a stop; disk full"))
                .anyMatch(line -> line.endsWith("for a savepoint"))
                .endsWith("", "Kept, for tidemark submit --from and tidemark state:", "  /c/chk-8.manifest");
    }

    @Test
    void aLongRemarkOfAJobIsCutInTheList() {
        ListJobsReply reply = ListJobsReply.newBuilder()
                .addJobs(JobSummary.newBuilder()
                        .setJobId("id")
                        .setState("RESTARTING")
                        .setDetail("x".repeat(1000)))
                .build();
        assertThat(JobListView.of(reply).lines(times, NOON_MS)).allMatch(line -> line.length() < 300);
    }

    private static OperatorLate.Builder late(int subtask) {
        return OperatorLate.newBuilder()
                .setNode(2)
                .setName("window")
                .setSubtask(subtask)
                .setDropped(2000)
                .setSentAside(1)
                .putCounters("late by watermark", 10);
    }

    private static JsonNode json(View view) throws JsonProcessingException {
        return new ObjectMapper().readTree(Json.of(view));
    }
}
