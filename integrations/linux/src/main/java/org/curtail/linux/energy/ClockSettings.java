package org.curtail.linux.energy;

import java.util.Comparator;
import java.util.List;
import org.curtail.linux.Availability;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;

/** Sets clocks. For one thread at a time. */
final class ClockSettings {
  private final SystemFiles files;
  private final TemporarySettings settings;
  private final List<FrequencyDomain> domains;

  ClockSettings(SystemFiles files, TemporarySettings settings, Clocks clocks) {
    this.files = files;
    this.settings = settings;
    this.domains = clocks.domains();
  }

  /**
   * Sets all clocks to the highest, and checks on one domain that they have an effect.
   *
   * @return duration of work at the lowest clock relative to the highest
   */
  Availability<Double> start(SpeedCheck check) {
    for (FrequencyDomain domain : domains) {
      Availability<String> governed =
          domain.method() == ClockMethod.SETSPEED
                  && !domain.governor().equals(DomainFiles.USERSPACE)
              ? settings.change(domain.number(), Setting.GOVERNOR, DomainFiles.USERSPACE)
              : new Available<>(domain.governor());
      Availability<Long> set = governed.then(governor -> set(domain, domain.highestKHz()));
      if (set instanceof Unavailable<Long>(String reason)) {
        return new Unavailable<>(reason);
      }
    }
    return slowdown(check);
  }

  private static double range(FrequencyDomain domain) {
    return (double) domain.highestKHz() / domain.lowestKHz();
  }

  private Availability<Double> slowdown(SpeedCheck check) {
    FrequencyDomain widest =
        domains.stream().max(Comparator.comparingDouble(ClockSettings::range)).orElseThrow();
    // Compare with the slower of the two fast runs, since the first may include compilation.
    return check
        .workNanos(widest.cores())
        .then(before ->
            set(widest, widest.lowestKHz())
                .then(low -> check.workNanos(widest.cores()))
                .then(slow ->
                    set(widest, widest.highestKHz())
                        .then(high -> check.workNanos(widest.cores()))
                        .then(after -> checkSlowdown(widest, slow / Math.max(before, after)))));
  }

  private static Availability<Double> checkSlowdown(FrequencyDomain domain, double slowdown) {
    double expected = range(domain);
    return slowdown > 1 + (expected - 1) / 2
        ? new Available<>(slowdown)
        : new Unavailable<>(
            "permitted, but has no effect: at %d kHz work took %.2f times as long as at %d kHz, expected about %.2f times"
                .formatted(domain.lowestKHz(), slowdown, domain.highestKHz(), expected));
  }

  /** Sets a clock of the domain. */
  Availability<Long> set(FrequencyDomain domain, long kHz) {
    String value = Long.toString(kHz);
    return switch (domain.method()) {
      case SETSPEED -> written(domain, settings.change(domain.number(), Setting.SETSPEED, value));
      case LIMITS -> {
        boolean goesUp = kHz >= least(domain);
        Setting first = goesUp ? Setting.MOST : Setting.LEAST;
        Setting second = goesUp ? Setting.LEAST : Setting.MOST;
        Availability<String> both =
            settings
                .change(domain.number(), first, value)
                .then(one -> settings.change(domain.number(), second, value));
        yield both.then(two -> KernelNumber.read(files, Setting.MOST.path(domain.number()), 1));
      }
    };
  }

  /** The lower limit as last set. */
  private long least(FrequencyDomain domain) {
    String value = settings.value(domain.number(), Setting.LEAST);
    return KernelNumber.parse("", value, 0) instanceof Available<Long>(Long kHz)
        ? kHz
        : domain.minKHz();
  }

  /** Returns another program's governor as the reason if the governor rejects clocks. */
  private Availability<Long> written(FrequencyDomain domain, Availability<String> answer) {
    String path = Setting.GOVERNOR.path(domain.number());
    return switch (answer) {
      case Available<String>(String now) ->
          KernelNumber.parse(Setting.SETSPEED.path(domain.number()), now, 1);
      case Unavailable<String>(String reason)
          when files.read(path) instanceof Available<String>(String governor)
              && !governor.equals(DomainFiles.USERSPACE) ->
          new Unavailable<>(
              "%s; %s is %s: another program has changed it".formatted(reason, path, governor));
      case Unavailable<String>(String reason) -> new Unavailable<>(reason);
    };
  }

  Availability<String> prefer(FrequencyDomain domain, String preference) {
    return settings.change(domain.number(), Setting.PREFERENCE, preference);
  }

  RestoreResult restore() {
    return settings.restore();
  }
}
