package org.curtail.linux.energy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.curtail.linux.Availability;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;
import org.curtail.linux.Cores;

/**
 * Settable clocks of this machine. Immutable; {@link ClockControl} sets them.
 *
 * <p>Source: {@code Documentation/admin-guide/pm/cpufreq.rst} of the kernel.
 *
 * @param domains at least one, ascending by number; each core is in at most one of them
 * @param settable true if this process seems to be permitted to set them
 */
public record Clocks(List<FrequencyDomain> domains, boolean settable) {
  private static final String POLICY = "policy";

  public Clocks {
    domains = List.copyOf(domains);
    if (domains.isEmpty()) {
      throw new IllegalArgumentException("domains must be at least one");
    }
  }

  /**
   * Reads the clocks; changes nothing.
   *
   * @return the clocks; unavailable, with the reason, if the system offers no choice of clock
   */
  public static Availability<Clocks> discover() {
    return SystemFiles.ofThisMachine().then(Clocks::discover);
  }

  static Availability<Clocks> discover(SystemFiles files) {
    return files.list(FrequencyDomain.FOLDER).then(names -> discover(files, names));
  }

  private static Availability<Clocks> discover(SystemFiles files, List<String> names) {
    List<Integer> numbers =
        names.stream()
            .filter(name -> name.matches(POLICY + "\\d{1,4}"))
            .map(name -> Integer.valueOf(name.substring(POLICY.length())))
            .sorted()
            .toList();
    var domains = new ArrayList<FrequencyDomain>();
    for (int number : numbers) {
      var one = new DomainFiles(files, number);
      if (one.isOffline()) {
        continue;
      }
      switch (one.domain()) {
        case Available<FrequencyDomain>(FrequencyDomain domain) -> domains.add(domain);
        case Unavailable<FrequencyDomain>(String reason) -> {
          return new Unavailable<>(reason);
        }
      }
    }
    return domains.isEmpty()
        ? new Unavailable<>(
            FrequencyDomain.FOLDER
                + " has no policy: this kernel, or its virtual machine, sets no clocks")
        : new Available<>(
            new Clocks(domains, domains.stream().allMatch(one -> mayWrite(files, one))));
  }

  /** Returns the domains that contain one of these cores. */
  Availability<Clocks> among(Cores cores) {
    List<FrequencyDomain> own =
        domains.stream()
            .filter(domain -> domain.cores().numbers().stream().anyMatch(cores.numbers()::contains))
            .toList();
    return own.isEmpty()
        ? new Unavailable<>(
            "no clock can be set of the cores %s, which the process may use".formatted(cores))
        : new Available<>(new Clocks(own, settable));
  }

  private static boolean mayWrite(SystemFiles files, FrequencyDomain domain) {
    return files.isWritable(domain.method().written().path(domain.number()));
  }

  /**
   * True if each core has its own clock. Two hardware threads of a core share a clock, although the
   * kernel lists them separately.
   */
  public boolean perCore() {
    return domains.stream().allMatch(domain -> domain.cores().count() == 1);
  }

  /** Returns the domain of a core, if its clock can be set. */
  public Optional<FrequencyDomain> of(int core) {
    return domains.stream().filter(domain -> domain.cores().numbers().contains(core)).findFirst();
  }
}
