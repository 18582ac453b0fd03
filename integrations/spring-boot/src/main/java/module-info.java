/** A starter for Spring Boot: an engine and a hedge from properties. */
module org.curtail.springboot {
  requires static org.jspecify;
  requires static micrometer.core;
  requires static io.opentelemetry.api;
  requires static org.curtail.opentelemetry;
  requires static spring.boot.health;
  requires org.curtail.automatic;
  requires org.curtail.hedge;
  requires org.curtail.micrometer;
  requires spring.beans;
  requires spring.boot;
  requires spring.boot.autoconfigure;
  requires spring.context;

  exports org.curtail.springboot;

  opens org.curtail.springboot; // Spring makes the beans by reflection.
}
