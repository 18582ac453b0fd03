package org.curtail.cli.profile.times;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.stream.IntStream;
import org.curtail.Profile;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.text.Numbers;
import org.curtail.sim.SyntheticProfiles;
import org.jspecify.annotations.Nullable;

/** An assumption on the speedups of more threads. */
sealed interface SpeedupModel {
  /** The greatest degree with known times; times at greater degrees would be guesses. */
  int mostDegree();

  /**
   * The greatest degree of a profile.
   *
   * @param wanted degree from the option; null for the default
   * @param cores number of cores that serve
   * @throws org.curtail.benchkit.terminal.UsageError if the wanted degree is out of range
   */
  default int maxDegree(@Nullable Integer wanted, int cores) {
    if (wanted != null) {
      return OptionRules.whole("--max-degree", wanted, 1, mostDegree());
    }
    return this instanceof Amdahl ? Math.min(mostDegree(), cores) : mostDegree();
  }

  /**
   * The time of a request, in milliseconds.
   *
   * @param demandMs demand at degree 1
   * @param shareBelow share of shorter requests, with half of the equal ones; 0 to 1
   * @param degree 2 to {@link #mostDegree}
   */
  double timeMs(double demandMs, double shareBelow, int degree);

  /** Describes the speedups in words. */
  String words();

  /** One thread for each request. */
  record OneThread() implements SpeedupModel {
    @Override
    public int mostDegree() {
      return 1;
    }

    @Override
    public double timeMs(double demandMs, double shareBelow, int degree) {
      return demandMs;
    }

    @Override
    public String words() {
      return "one thread a request";
    }
  }

  /**
   * A share of each request is divided among its threads, the rest is not (Amdahl's law).
   *
   * @param parallelShare 0 to 1
   * @param fixedMs additional time of a request with more than one thread; at least 0
   */
  record Amdahl(double parallelShare, double fixedMs) implements SpeedupModel {
    @Override
    public int mostDegree() {
      return ServiceTimeOptions.MOST_DEGREE;
    }

    @Override
    public double timeMs(double demandMs, double shareBelow, int degree) {
      return demandMs * (1 - parallelShare + parallelShare / degree) + fixedMs;
    }

    @Override
    public String words() {
      return "Amdahl's law: %s of each request is shared by its threads%s"
          .formatted(
              Numbers.percent(parallelShare),
              fixedMs == 0
                  ? ""
                  : ", %s longer with more than one".formatted(Numbers.time(fixedMs)));
    }
  }

  /**
   * All requests have the same speedups.
   *
   * @param speedups speedups at degree 2, 3, ...; each above 0 and at most its degree
   */
  record Table(List<Double> speedups) implements SpeedupModel {
    public Table {
      speedups = List.copyOf(speedups);
    }

    @Override
    public int mostDegree() {
      return speedups.size() + 1;
    }

    @Override
    public double timeMs(double demandMs, double shareBelow, int degree) {
      return demandMs / speedups.get(degree - 2);
    }

    @Override
    public String words() {
      return IntStream.range(0, speedups.size())
          .mapToObj(i -> "%s at degree %d".formatted(Numbers.plain(speedups.get(i)), i + 2))
          .collect(joining(", ", "the same speedups for each request: ", ""));
    }
  }

  /**
   * The speedups of a published service: a request has the speedups of the request with the same
   * rank there.
   *
   * @param name name of the service, one of {@link SyntheticProfiles#names}
   * @param published requests of the published service, in ascending order of demand
   */
  record Published(String name, Profile published) implements SpeedupModel {
    static Published named(String name) {
      Profile profile = SyntheticProfiles.named(name);
      return new Published(name, profile.select(profile.byDemand()));
    }

    @Override
    public int mostDegree() {
      return published.maxDegree();
    }

    @Override
    public double timeMs(double demandMs, double shareBelow, int degree) {
      int place =
          Math.clamp((int) (shareBelow * published.requests()), 0, published.requests() - 1);
      return demandMs / published.speedup(place, degree);
    }

    @Override
    public String words() {
      return "speedups of %s, by rank: the longest requests have those of the longest there"
          .formatted(name);
    }
  }
}
