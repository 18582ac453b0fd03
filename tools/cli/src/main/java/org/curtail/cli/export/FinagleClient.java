package org.curtail.cli.export;

import java.util.ArrayList;

/**
 * Backup requests of a Finagle client, in Scala. Finagle takes the share of copies and finds the
 * delay by itself, as the percentile of its measurements.
 */
final class FinagleClient extends Target {
  private static final double MOST_LOAD = 0.999;

  FinagleClient() {
    super("finagle", "backup requests of a Finagle HTTP client, Scala");
  }

  @Override
  ExportText export(Copies copies, Names names) {
    double load = Math.min(copies.fraction(), MOST_LOAD);
    long millis = copies.wholeMillisAboveZero();
    var remarks = new ArrayList<String>();
    if (load < copies.fraction()) {
      remarks.add(
          "Finagle sends fewer copies than one a request: maxExtraLoad is %s".formatted(load));
    }
    remarks.add(
        "Finagle measures the percentile that leaves maxExtraLoad and sends a copy then, but not"
            + " before minSendBackupAfterMs, the plan's delay in whole milliseconds");
    remarks.add("its retry budget counts copies too: failed requests leave fewer of them");
    return new ExportText(
        """
        // Only for requests that may run twice.
        client.methodBuilder(dest)
          .idempotent(maxExtraLoad = %s, minSendBackupAfterMs = %d)
        """
            .formatted(number(load), millis),
        remarks);
  }
}
