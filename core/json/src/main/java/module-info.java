/** A strict reader of JSON for the other modules. */
@SuppressWarnings("module") // The modules behind "to" are built later.
module org.curtail.json {
  requires static org.jspecify;
  requires transitive com.fasterxml.jackson.core;

  exports org.curtail.json to
      org.curtail.automatic,
      org.curtail.model,
      org.curtail.services;
}
