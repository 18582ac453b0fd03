package org.curtail.cli.diagnose;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.curtail.benchkit.results.Injected;
import org.curtail.benchkit.text.Columns;
import org.curtail.benchkit.text.Numbers;
import org.jspecify.annotations.Nullable;

/** How causes that were put in were told, in tables for a terminal. */
final class InjectedText {
  private static final String NONE = "-";

  private InjectedText() {}

  static List<String> lines(Injected injected) {
    var lines = new ArrayList<String>();
    lines.add(
        "causes that were put in; slow is a request of %s or more, as the slowest twentieth of the %,d untouched ones"
            .formatted(Numbers.time(injected.slowFromMs()), injected.untouched()));
    var rows = new ArrayList<List<String>>();
    rows.add(
        List.of(
            "put in",
            "should be named",
            "requests",
            "slow",
            "right",
            "second right",
            "false alarms",
            "true ms",
            "error of the time"));
    injected.kinds().forEach(kind -> rows.add(row(kind, injected.untouched())));
    lines.addAll(Columns.aligned(rows));
    injected.kinds().stream().flatMap(kind -> kind.weakInWords().stream()).forEach(lines::add);
    lines.add("");
    lines.add("slow requests by what was put in (rows) and what was named (columns)");
    var matrix = new ArrayList<List<String>>();
    matrix.add(
        Stream.of(Stream.of(""), injected.causes().stream(), Stream.of("not slow"))
            .flatMap(cells -> cells)
            .toList());
    for (Injected.Row row : injected.matrix()) {
      matrix.add(
          Stream.of(
                  Stream.of(row.name()),
                  row.named().stream().map(Numbers::count),
                  Stream.of(Numbers.count(row.unnamed())))
              .flatMap(cells -> cells)
              .toList());
    }
    lines.addAll(Columns.aligned(matrix));
    return lines;
  }

  private static List<String> row(Injected.Kind kind, int untouched) {
    return List.of(
        kind.name(),
        kind.cause(),
        Numbers.count(kind.affected()),
        Numbers.count(kind.slow()),
        right(kind),
        kind.secondRight() == 0 ? NONE : Numbers.count(kind.secondRight()),
        untouched == 0 ? NONE : share(kind.falseAlarms(), untouched),
        kind.truthMs() == null ? NONE : Numbers.measured(kind.truthMs()),
        percent(kind.timeError()));
  }

  private static String right(Injected.Kind kind) {
    Double low = kind.rightLow();
    return low == null
        ? NONE
        : "%s (at least %s)".formatted(share(kind.right(), kind.slow()), Numbers.percent(low));
  }

  private static String share(int part, int all) {
    return Numbers.percent((double) part / all);
  }

  private static String percent(@Nullable Double share) {
    return share == null ? NONE : Numbers.percent(share);
  }
}
