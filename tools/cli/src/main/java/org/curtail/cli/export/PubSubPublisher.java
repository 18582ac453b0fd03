package org.curtail.cli.export;

import java.util.ArrayList;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.benchkit.text.Numbers;

/** Hedged publishing of the Pub/Sub client, in Java: a fixed delay and a token bucket. */
final class PubSubPublisher extends Target {
  private static final double LEAST_MS = 100;
  private static final double MOST_MS = 10_000;
  private static final double LEAST_RATIO = 0.001;
  private static final double MOST_RATIO = 0.2;
  private static final int TOKENS = 50;

  PubSubPublisher() {
    super("pubsub", "hedged publishing of the Pub/Sub client, Java");
  }

  @Override
  ExportText export(Copies copies, Names names) {
    long millis = copies.wholeMillis();
    if (millis < LEAST_MS || millis > MOST_MS) {
      throw new UsageError(
          "--to pubsub: expected a delay from 100 ms to 10 s, which is all that it takes, found %s in the plan"
              .formatted(Numbers.time(copies.delayMillis())));
    }
    double ratio = Math.clamp(copies.budget(), LEAST_RATIO, MOST_RATIO);
    var remarks = new ArrayList<>(copies.rounding("Pub/Sub", millis));
    if (ratio != copies.budget()) {
      remarks.add(
          "Pub/Sub takes budgets from %s to %s: %s is written as %s"
              .formatted(LEAST_RATIO, MOST_RATIO, copies.budget(), ratio));
    }
    remarks.add("after a quiet time %d copies may be sent at once".formatted(TOKENS));
    return new ExportText(
        """
        // Subscribers must bear messages that come twice.
        HedgingSettings hedging =
            HedgingSettings.newBuilder()
                .setHedgeDelay(Duration.ofMillis(%d))
                .setMaxTokens(%d)
                .setRefillRatio(%sf)
                .build();
        """
            .formatted(millis, TOKENS, number(ratio)),
        remarks);
  }
}
