package org.curtail.cli.export;

import java.util.List;

/** The hedge module of Resilience4j, in Java. */
final class Resilience4jHedge extends Target {
  Resilience4jHedge() {
    super("resilience4j", "a hedge of Resilience4j, Java");
  }

  @Override
  ExportText export(Copies copies, Names names) {
    return new ExportText(
        """
        // Only for calls that may run twice.
        HedgeConfig config =
            HedgeConfig.custom().preconfiguredDuration(Duration.ofNanos(%dL)).build();
        """
            .formatted(copies.delayNanos()),
        List.of(
            "Resilience4j keeps no budget, and ends only the future of the slower call: the call"
                + " itself runs on, so copies cost more than the plan says",
            "the first of both that ends wins, also if it failed"));
  }
}
