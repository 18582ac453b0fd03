package org.curtail.traces.compare;

/**
 * An operation of a service, by numbers of {@link Keys}. The caller's side of a call belongs to the
 * stage that is called.
 */
record Stage(int service, int operation) {
  /** The stage of a span of a request. */
  static Stage of(SeenRequest request, int i) {
    SeenSpan server = request.span(server(request, i));
    return new Stage(server.service(), server.operation());
  }

  /** The callee's side of a call, and of any other span itself. */
  static int server(SeenRequest request, int i) {
    return request.span(i).isCall() ? i + 1 : i;
  }
}
