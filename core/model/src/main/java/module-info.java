/** Planning, simulation, capacity, tuning and energy. */
module org.curtail.model {
  requires static org.jspecify;
  requires org.curtail.json;
  requires transitive org.curtail;

  exports org.curtail.energy;
  exports org.curtail.model.json;
  exports org.curtail.plan;
  exports org.curtail.policies;
  exports org.curtail.sim;
  exports org.curtail.tune;
}
