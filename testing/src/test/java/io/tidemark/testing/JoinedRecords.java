package io.tidemark.testing;

import io.tidemark.api.function.AggregateFunction;
import java.util.ArrayList;
import java.util.List;

/** All records of a window, sorted; the accumulator is changed in place and handed out as the result. */
final class JoinedRecords implements AggregateFunction<String, ArrayList<String>, List<String>> {
    private static final long serialVersionUID = 1L;

    @Override
    public ArrayList<String> createAccumulator() {
        return new ArrayList<>();
    }

    @Override
    public ArrayList<String> add(String value, ArrayList<String> accumulator) {
        accumulator.add(value);
        return accumulator;
    }

    @Override
    public List<String> getResult(ArrayList<String> accumulator) {
        accumulator.sort(null);
        return accumulator;
    }

    @Override
    public ArrayList<String> merge(ArrayList<String> a, ArrayList<String> b) {
        ArrayList<String> larger = a.size() >= b.size() ? a : b;
        larger.addAll(larger == a ? b : a);
        return larger;
    }
}
