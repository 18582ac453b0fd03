package org.curtail.traces.compare;

/**
 * An operation of a service, by numbers of {@link TextIndex}. The caller's side of a call belongs
 * to the called stage.
 */
record Stage(int service, int operation) {
  static Stage of(ComparedRequest request, int i) {
    ComparedSpan server = request.span(server(request, i));
    return new Stage(server.service(), server.operation());
  }

  /**
   * Returns the callee's side of a call, or the span itself if it is not the caller's side of a
   * call.
   */
  static int server(ComparedRequest request, int i) {
    return request.span(i).isCall() ? i + 1 : i;
  }
}
