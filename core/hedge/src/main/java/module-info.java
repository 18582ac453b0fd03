/** Hedging: sends a copy of an unanswered call to another replica. */
@SuppressWarnings("module") // The modules behind "to" are built later.
module org.curtail.hedge {
  requires static org.jspecify;
  requires jdk.jfr;

  exports org.curtail.hedge;
  exports org.curtail.reissue;
  exports org.curtail.reissue.live to
      org.curtail.services;
  exports org.curtail.reissue.times to
      org.curtail.services;
}
