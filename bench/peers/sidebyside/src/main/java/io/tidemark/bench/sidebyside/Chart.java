package io.tidemark.bench.sidebyside;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.style.Styler;

/** A bar for each engine and workload. */
final class Chart {
    private static final int WIDTH = 1000;
    private static final int HEIGHT = 420;

    private Chart() {}

    /**
     * Writes nothing when there is nothing to show.
     *
     * @param best one an engine and workload
     */
    static void write(List<Measure> best, Path svg) throws IOException {
        CategoryChart chart = of(best);
        if (!chart.getSeriesMap().isEmpty()) {
            VectorGraphicsEncoder.saveVectorGraphic(chart, svg.toString(), VectorGraphicsFormat.SVG);
        }
    }

    static CategoryChart of(List<Measure> best) {
        List<String> workloads = best.stream().map(Measure::workload).distinct().toList();
        CategoryChart chart = new CategoryChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .theme(Styler.ChartTheme.GGPlot2)
                .title("Events a second, at each engine's better JVM setting")
                .yAxisTitle("million events/s")
                .build();
        chart.getStyler().setLegendPosition(Styler.LegendPosition.OutsideE);
        chart.getStyler().setPlotGridVerticalLinesVisible(false);
        for (String engine : Engines.ALL) {
            List<Double> rates = workloads.stream()
                    .map(workload -> rate(best, engine, workload))
                    .toList();
            if (rates.stream().anyMatch(rate -> rate > 0)) {
                chart.addSeries(engine, workloads, rates);
            }
        }
        return chart;
    }

    private static double rate(List<Measure> best, String engine, String workload) {
        return best.stream()
                .filter(measure ->
                        measure.engine().equals(engine) && measure.workload().equals(workload))
                .mapToDouble(measure -> measure.median() / 1e6)
                .findFirst()
                .orElse(0);
    }
}
