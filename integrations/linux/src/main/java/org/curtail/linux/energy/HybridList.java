package org.curtail.linux.energy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.curtail.linux.Availability;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;
import org.curtail.linux.Cores;

/**
 * Kinds of cores of a hybrid processor. Each kind has its own counters, and so a folder with a list
 * of its cores; see {@code tools/perf/Documentation/intel-hybrid.txt} of the kernel.
 */
final class HybridList {
  private static final List<String> KINDS = List.of("cpu_core", "cpu_atom", "cpu_lowpower");

  private HybridList() {}

  private static String path(String kind) {
    return "/sys/devices/%s/cpus".formatted(kind);
  }

  /** Returns the kinds of these cores, fastest first, if there is more than one. */
  static Availability<CoreClasses> classes(SystemFiles files, Cores cores) {
    var found = new ArrayList<CoreClass>();
    String missing = "";
    for (String kind : KINDS) {
      switch (CoreList.read(files, path(kind))) {
        case Available<Cores>(Cores listed) ->
            common(listed, cores)
                .ifPresent(own -> found.add(new CoreClass(kind, own, OptionalDouble.empty())));
        case Unavailable<Cores>(String reason) -> missing = missing.isEmpty() ? reason : missing;
      }
    }
    return switch (found.size()) {
      case 0 -> new Unavailable<>(missing);
      case 1 ->
          new Unavailable<>(
              "the cores %s are all of the kind %s".formatted(cores, found.getFirst().name()));
      default -> distinct(found).then(kinds -> new Available<>(withSpeeds(files, cores, kinds)));
    };
  }

  private static Availability<List<CoreClass>> distinct(List<CoreClass> kinds) {
    Set<Integer> seen = new HashSet<>();
    for (CoreClass kind : kinds) {
      for (int core : kind.cores().numbers()) {
        if (!seen.add(core)) {
          return new Unavailable<>(
              "core %d is listed in %s and before".formatted(core, path(kind.name())));
        }
      }
    }
    return new Available<>(kinds);
  }

  private static Optional<Cores> common(Cores some, Cores others) {
    List<Integer> both = some.numbers().stream().filter(others.numbers()::contains).toList();
    return both.isEmpty() ? Optional.empty() : Optional.of(new Cores(both));
  }

  /** Adds speeds. The lists have the kind of each core; the core's own value is the speed. */
  private static CoreClasses withSpeeds(
      SystemFiles files, Cores cores, List<CoreClass> withoutSpeeds) {
    for (CoreValue value : List.of(CoreValue.PERFORMANCE, CoreValue.CLOCK)) {
      if (value.of(files, cores) instanceof Available<Map<Integer, Long>>(var values)) {
        return withSpeeds(withoutSpeeds, values, value);
      }
    }
    return new CoreClasses(withoutSpeeds, "the lists of kinds of cores");
  }

  private static CoreClasses withSpeeds(
      List<CoreClass> kinds, Map<Integer, Long> values, CoreValue value) {
    double fastest =
        kinds.stream()
            .mapToDouble(kind -> CoreValue.mean(values, kind.cores().numbers()))
            .max()
            .orElseThrow();
    List<CoreClass> classes =
        kinds.stream()
            .map(kind ->
                new CoreClass(
                    kind.name(),
                    kind.cores(),
                    OptionalDouble.of(CoreValue.mean(values, kind.cores().numbers()) / fastest)))
            .sorted(
                Comparator.comparingDouble((CoreClass kind) -> kind.speed().orElseThrow())
                    .reversed())
            .toList();
    return new CoreClasses(classes, "the lists of kinds of cores, speeds from " + value.file());
  }
}
