package org.curtail.opensearch;

import java.io.IOException;
import java.util.Optional;
import org.opensearch.Version;
import org.opensearch.core.transport.TransportResponse;
import org.opensearch.transport.TransportChannel;

/** A channel that runs a callback before it sends its response. */
final class NotifyingChannel implements TransportChannel {
  private final TransportChannel channel;
  private final Runnable answered;

  /**
   * Wraps a channel.
   *
   * @param answered runs before the response is sent, so that its receiver sees what the callback
   *     did
   */
  NotifyingChannel(TransportChannel channel, Runnable answered) {
    this.channel = channel;
    this.answered = answered;
  }

  @Override
  public void sendResponse(TransportResponse response) throws IOException {
    try {
      answered.run();
    } finally {
      channel.sendResponse(response);
    }
  }

  @Override
  public void sendResponse(Exception exception) throws IOException {
    try {
      answered.run();
    } finally {
      channel.sendResponse(exception);
    }
  }

  @Override
  public void sendResponseBatch(TransportResponse response) {
    channel.sendResponseBatch(response);
  }

  @Override
  public void sendResponseBatch(TransportResponse response, boolean isLast) {
    channel.sendResponseBatch(response, isLast);
  }

  @Override
  public void completeStream() {
    try {
      answered.run();
    } finally {
      channel.completeStream();
    }
  }

  @Override
  public boolean isCancelled() {
    return channel.isCancelled();
  }

  @Override
  public String getProfileName() {
    return channel.getProfileName();
  }

  @Override
  public String getChannelType() {
    return channel.getChannelType();
  }

  @Override
  public Version getVersion() {
    return channel.getVersion();
  }

  @Override
  public <T> Optional<T> get(String name, Class<T> type) {
    return channel.get(name, type);
  }
}
