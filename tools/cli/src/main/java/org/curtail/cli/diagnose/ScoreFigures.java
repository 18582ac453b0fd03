package org.curtail.cli.diagnose;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.curtail.benchkit.inject.InjectionKind;
import org.curtail.benchkit.inject.InjectionScore;
import org.curtail.benchkit.inject.InjectionScore.KindScore;
import org.curtail.benchkit.results.Injected;
import org.curtail.benchkit.stats.ShareInterval;
import org.curtail.diagnose.Cause;

/** A score of injected causes as figures for people and files. */
final class ScoreFigures {
  private static final double NANOS_PER_MS = 1e6;

  private ScoreFigures() {}

  static Injected of(InjectionScore score) {
    List<Cause> columns =
        Arrays.stream(Cause.values())
            .filter(cause ->
                score.matrix().stream().anyMatch(row -> row.named(cause) > 0)
                    || score.kinds().stream()
                        .anyMatch(kind -> kind.kind().causes().contains(cause)))
            .toList();
    return new Injected(
        score.slowFromNanos() / NANOS_PER_MS,
        score.untouched(),
        score.kinds().stream().map(ScoreFigures::kind).toList(),
        columns.stream().map(Cause::title).toList(),
        rows(score, columns));
  }

  private static Injected.Kind kind(KindScore kind) {
    double error = kind.timeError();
    return new Injected.Kind(
        kind.kind().label(),
        String.join(" or ", kind.kind().causes().stream().sorted().map(Cause::title).toList()),
        kind.affected(),
        kind.weak() == 0 ? null : kind.weak(),
        kind.slow(),
        kind.right(),
        kind.slow() == 0 ? null : ShareInterval.of(kind.rightShare(), kind.slow()).low(),
        kind.secondRight(),
        kind.falseAlarms(),
        kind.measured(),
        kind.measured() == 0 ? null : kind.truthNanos() / NANOS_PER_MS / kind.measured(),
        Double.isNaN(error) ? null : error);
  }

  private static List<Injected.Row> rows(InjectionScore score, List<Cause> columns) {
    var rows = new ArrayList<Injected.Row>();
    for (InjectionScore.Row row : score.matrix()) {
      rows.add(
          new Injected.Row(
              row.kind().map(InjectionKind::label).orElse("nothing"),
              columns.stream().map(row::named).toList(),
              row.unnamed()));
    }
    return rows;
  }
}
