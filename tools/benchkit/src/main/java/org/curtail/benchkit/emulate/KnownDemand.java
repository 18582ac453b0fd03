package org.curtail.benchkit.emulate;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import org.curtail.Profile;
import org.curtail.automatic.PilotKnowledge;
import org.curtail.autopilot.AutomaticJson;

/**
 * What requests are thought to take, as those are told it who choose their policies in the time of
 * this machine. There is no plan: its numbers would be times, too.
 */
final class KnownDemand {
  private KnownDemand() {}

  /**
   * For an engine and for a simulated pilot alike.
   *
   * @param degree the greatest that they try; greater ones are left out
   * @param scale milliseconds of this machine for one of the profile
   */
  static PilotKnowledge of(Profile profile, int degree, double scale) {
    int degrees = Math.min(degree, profile.maxDegree());
    var timesMs = new double[profile.requests()][degrees];
    var weights = new double[profile.requests()];
    for (int request = 0; request < timesMs.length; request++) {
      weights[request] = profile.weight(request);
      for (int i = 0; i < degrees; i++) {
        timesMs[request][i] = profile.timeMs(request, i + 1) * scale;
      }
    }
    return new PilotKnowledge(
        Optional.of(Profile.weighted(profile.source(), timesMs, weights)),
        Optional.empty(),
        List.of());
  }

  /** As an engine reads it. */
  static String text(PilotKnowledge knowledge, int cores) {
    var text = new StringWriter();
    try {
      AutomaticJson.write(new AutomaticJson.Saved(cores, knowledge), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }
}
