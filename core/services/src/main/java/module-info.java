/** Plans and simulations of calls between services: reissue, replicas, workflows. */
module org.curtail.services {
  requires static org.jspecify;
  requires org.curtail.json;
  requires transitive org.curtail.hedge;
  requires transitive org.curtail.model;

  exports org.curtail.reissue.plan;
  exports org.curtail.replicas;
  exports org.curtail.services.json;
  exports org.curtail.workflow;
  exports org.curtail.workflow.load;
  exports org.curtail.workflow.partial;
  exports org.curtail.workflow.plan;
  exports org.curtail.workflow.simulate;
}
