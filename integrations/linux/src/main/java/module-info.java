/** What the Linux kernel does for threads: priorities, affinity, counters, clocks, energy. */
module org.curtail.linux {
  requires java.management;
  requires static org.jspecify;
  requires transitive org.curtail;

  exports org.curtail.linux;
  exports org.curtail.linux.energy;
}
