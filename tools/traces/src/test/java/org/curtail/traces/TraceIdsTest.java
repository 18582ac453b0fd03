package org.curtail.traces;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TraceIdsTest {
  private static final String WHOLE = "5b8efff798038103d269b633813fc60c";
  private static final String CUT = "d269b633813fc60c";

  private final DamageCounts damage = new DamageCounts();

  private static Span span(String trace, String id, @Nullable String parent) {
    return new Span(trace, id, parent, "s", "o", SpanKind.INTERNAL, 1, 1, false);
  }

  private Map<String, List<Span>> joined(Span... spans) {
    Map<String, List<Span>> traces = new LinkedHashMap<>();
    for (Span span : spans) {
      traces.computeIfAbsent(span.traceId(), none -> new ArrayList<>()).add(span);
    }
    return TraceIds.joined(traces, damage);
  }

  @Test
  void lowerHalfIsTheSameForTheWholeAndTheCutId() {
    assertThat(TraceIds.lowerHalf(WHOLE)).isEqualTo(TraceIds.lowerHalf(CUT)).isEqualTo(CUT);
    assertThat(TraceIds.lowerHalf("ab000000000000000c"))
        .isEqualTo("c")
        .isEqualTo(TraceIds.lowerHalf("c"));
    assertThat(TraceIds.lowerHalf("c1000000000000000000000000000000"))
        .isEqualTo("c1000000000000000000000000000000");
    assertThat(TraceIds.lowerHalf("order-5b8efff798038103")).isEqualTo("order-5b8efff798038103");
  }

  @Test
  void cutIdJoinsTheTraceThatHasAParent() {
    Map<String, List<Span>> below = joined(span(WHOLE, "a", null), span(CUT, "b", "a"));
    assertThat(below).containsOnlyKeys(WHOLE);
    assertThat(below.get(WHOLE)).containsExactly(span(WHOLE, "a", null), span(WHOLE, "b", "a"));
    assertThat(joined(span(CUT, "a", null), span(WHOLE, "b", "a"))).containsOnlyKeys(WHOLE);
    assertThat(damage.of(Damage.CUT_TRACE)).isEqualTo(2);
  }

  @Test
  void otherRequestWithThatIdStaysAlone() {
    assertThat(joined(span(WHOLE, "a", null), span(CUT, "b", null))).hasSize(2);
    assertThat(joined(span(WHOLE, "a", null), span(CUT, "b", "gone"))).hasSize(2);
    assertThat(damage.counts()).isEmpty();
  }
}
