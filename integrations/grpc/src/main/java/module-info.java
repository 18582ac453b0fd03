/** A client interceptor for grpc-java that hedges calls. */
module org.curtail.grpc {
  requires static org.jspecify;
  requires io.grpc.util;
  requires transitive io.grpc;
  requires transitive org.curtail.hedge;

  exports org.curtail.grpc;

  provides io.grpc.LoadBalancerProvider with
      org.curtail.grpc.OtherReplicaProvider;
}
