package org.curtail.linux.energy;

import java.util.List;
import java.util.StringJoiner;
import java.util.function.BiFunction;
import org.curtail.linux.Affinity;
import org.curtail.linux.Availability;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;
import org.curtail.linux.Cores;

/**
 * Classes of cores of this machine, if its cores differ. Immutable.
 *
 * <p>Source: {@code Documentation/ABI/testing/sysfs-devices-system-cpu} of the kernel.
 *
 * @param classes at least two, fastest first; no core is in two of them
 * @param source description of the source
 */
public record CoreClasses(List<CoreClass> classes, String source) {
  /** Sources of classes, most informative first. */
  private static final List<BiFunction<SystemFiles, Cores, Availability<CoreClasses>>> SOURCES =
      List.of(
          CoreValue.CAPACITY::classes,
          HybridList::classes,
          CoreValue.PERFORMANCE::classes,
          CoreValue.CLOCK::classes);

  public CoreClasses {
    classes = List.copyOf(classes);
    if (classes.size() < 2) {
      throw new IllegalArgumentException("classes must be at least two: " + classes);
    }
    List<Integer> cores = classes.stream().flatMap(one -> one.cores().numbers().stream()).toList();
    if (cores.stream().distinct().count() < cores.size()) {
      throw new IllegalArgumentException("a core must be in one class only: " + classes);
    }
  }

  /**
   * Finds the classes of the cores that are online and that the process may use.
   *
   * @return the classes; unavailable, with the sources examined, if all those cores are alike or
   *     the kernel does not distinguish them
   */
  public static Availability<CoreClasses> discover() {
    return SystemFiles.ofThisMachine().then(files -> discover(files, Affinity.ofProcess()));
  }

  /**
   * Finds the classes in given files.
   *
   * @param usable cores of the process; if unknown, all online cores count
   */
  static Availability<CoreClasses> discover(SystemFiles files, Availability<Cores> usable) {
    return CoreList.read(files, "/sys/devices/system/cpu/online")
        .then(online -> usable(online, usable))
        .then(cores -> among(files, cores));
  }

  private static Availability<Cores> usable(Cores online, Availability<Cores> usable) {
    return switch (usable) {
      case Unavailable<Cores> unknown -> new Available<>(online);
      case Available<Cores>(Cores own) -> {
        List<Integer> both = online.numbers().stream().filter(own.numbers()::contains).toList();
        yield both.isEmpty()
            ? new Unavailable<>("the process may use none of the online cores %s".formatted(online))
            : new Available<>(new Cores(both));
      }
    };
  }

  private static Availability<CoreClasses> among(SystemFiles files, Cores cores) {
    if (cores.count() == 1) {
      return new Unavailable<>("there is only one core, %s".formatted(cores));
    }
    var reasons = new StringJoiner("; ");
    for (var source : SOURCES) {
      switch (source.apply(files, cores)) {
        case Available<CoreClasses> found -> {
          return found;
        }
        case Unavailable<CoreClasses>(String reason) -> reasons.add(reason);
      }
    }
    return new Unavailable<>("no source distinguishes classes of cores: " + reasons);
  }
}
