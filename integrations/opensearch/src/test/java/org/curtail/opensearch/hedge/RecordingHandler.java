package org.curtail.opensearch.hedge;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.transport.TransportResponse;
import org.opensearch.transport.TransportException;
import org.opensearch.transport.TransportResponseHandler;

/** Handler of a query that records responses and failures. */
class RecordingHandler implements TransportResponseHandler<TransportResponse> {
  final List<TransportResponse> answers = new CopyOnWriteArrayList<>();
  final List<TransportException> failures = new CopyOnWriteArrayList<>();
  volatile @Nullable RuntimeException failure;
  volatile boolean skips;

  @Override
  public void handleResponse(TransportResponse response) {
    RuntimeException thrown = failure;
    if (thrown != null) {
      throw thrown;
    }
    answers.add(response);
  }

  @Override
  public void handleException(TransportException e) {
    failures.add(e);
  }

  @Override
  public String executor() {
    return "search";
  }

  @Override
  public boolean skipsDeserialization() {
    return skips;
  }

  @Override
  public TransportResponse read(StreamInput in) {
    throw new AssertionError("nothing is read here");
  }

  @Override
  public String toString() {
    return "who waits";
  }
}
