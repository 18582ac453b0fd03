package org.curtail.linux;

import java.util.Arrays;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;

/** The median of some contests for a core, since the machine may be busy with other things. */
final class ContestedCore implements EffectCheck {
  private static final int CONTESTS = 5;
  private static final int CALLING_THREAD = 0;

  @Override
  public Availability<Double> cpuShare(Kernel kernel, Mechanism mechanism) {
    return Affinity.cores(kernel, CALLING_THREAD)
        .then(cores -> {
          // Low numbers tend to serve interrupts.
          Cores core = Cores.only(cores.numbers().getLast());
          double[] shares = new double[CONTESTS];
          for (int i = 0; i < CONTESTS; i++) {
            switch (new Contest(kernel, mechanism, core).cpuShare()) {
              case Available<Double>(Double share) -> shares[i] = share;
              case Unavailable<Double> unavailable -> {
                return unavailable;
              }
            }
          }
          Arrays.sort(shares);
          return new Available<>(shares[CONTESTS / 2]);
        });
  }
}
