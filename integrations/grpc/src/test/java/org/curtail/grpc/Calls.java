package org.curtail.grpc;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;

/** Calls as a stub makes them. */
final class Calls {
  private Calls() {}

  static RecordingListener say(Channel channel, String message) {
    return say(channel, CallOptions.DEFAULT, message);
  }

  static RecordingListener say(Channel channel, CallOptions options, String message) {
    var heard = new RecordingListener();
    send(channel.newCall(Echo.SAY, options), heard, message);
    return heard;
  }

  static RecordingListener call(
      Channel channel, MethodDescriptor<String, String> method, String message) {
    var heard = new RecordingListener();
    send(channel.newCall(method, CallOptions.DEFAULT), heard, message);
    return heard;
  }

  static void send(
      ClientCall<String, String> call, ClientCall.Listener<String> listener, String message) {
    call.start(listener, new Metadata());
    call.request(2);
    call.sendMessage(message);
    call.halfClose();
  }
}
