package org.curtail.traces.read;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.traces.Damage;
import org.curtail.traces.DamageCounts;
import org.jspecify.annotations.Nullable;

/**
 * The findings in all files of a recording.
 *
 * @param spans number of spans read
 * @param damage damage in the files
 * @param leftOut files of a folder without spans
 * @param unit unit of the recording's times of day
 */
public record AllRead(long spans, DamageCounts damage, List<String> leftOut, TimeUnit unit) {
  public AllRead {
    leftOut = List.copyOf(leftOut);
  }

  /**
   * Sums up the files in their order.
   *
   * @throws UsageError if they have no spans
   */
  public static AllRead of(List<FileRead> files) {
    var damage = new DamageCounts();
    List<String> leftOut = new ArrayList<>();
    @Nullable TimeUnit unit = null;
    long spans = 0;
    long requests = 0;
    for (FileRead file : files) {
      spans += file.spans();
      requests += file.requests();
      // If spans have times since their request, only the table of requests has times of day.
      if (file.unit() != null && (unit == null || file.requests() > 0)) {
        unit = file.unit();
      }
      if (file.leftOut()) {
        leftOut.add(file.file());
      } else {
        damage.add(file.damage());
      }
    }
    if (spans == 0) {
      throw new UsageError(
          "%s: expected spans, found none%s"
              .formatted(
                  files.getFirst().file(),
                  requests == 0 ? reason(files) : ", only a table of requests"));
    }
    return new AllRead(spans, damage, leftOut, unit == null ? TimeUnit.NANOSECONDS : unit);
  }

  /** Reason why there are no spans, as far as known. */
  private static String reason(List<FileRead> files) {
    for (Damage kind : List.of(Damage.UNREADABLE, Damage.OTHER_SIGNAL)) {
      for (FileRead file : files) {
        if (file.damage().of(kind) > 0) {
          String example = file.damage().example(kind);
          return kind == Damage.UNREADABLE
              ? "; the first reason: " + example
              : ", only " + kind.what() + " (first: " + example + ")";
        }
      }
    }
    return files.size() == 1
        ? ": the file has no record at all"
        : ": none of %,d files has a record".formatted(files.size());
  }
}
