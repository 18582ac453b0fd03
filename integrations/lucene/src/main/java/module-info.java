/** A searcher for Lucene 10 that runs a search on the engine. */
module org.curtail.lucene {
  requires static org.jspecify;
  requires transitive org.apache.lucene.core;
  requires transitive org.curtail;

  exports org.curtail.lucene;
  exports org.curtail.lucene.ranked;
}
