package org.curtail.grpc;

import io.grpc.EquivalentAddressGroup;
import io.grpc.NameResolver;
import io.grpc.NameResolverProvider;
import io.grpc.StatusOr;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.URI;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** A name resolver that resolves each name to the same servers. */
final class FixedReplicas extends NameResolverProvider {
  static final String SCHEME = "fixed";

  private volatile List<EquivalentAddressGroup> replicas = List.of();

  void set(List<InetSocketAddress> addresses) {
    replicas = addresses.stream().map(EquivalentAddressGroup::new).toList();
  }

  @Override
  protected boolean isAvailable() {
    return true;
  }

  @Override
  protected int priority() {
    return 5;
  }

  @Override
  public String getDefaultScheme() {
    return SCHEME;
  }

  @Override
  public Collection<Class<? extends SocketAddress>> getProducedSocketAddressTypes() {
    return Set.of(InetSocketAddress.class);
  }

  @Override
  public NameResolver newNameResolver(URI target, NameResolver.Args args) {
    return new NameResolver() {
      @Override
      public String getServiceAuthority() {
        return "replicas";
      }

      @Override
      public void start(Listener2 listener) {
        listener.onResult(
            ResolutionResult.newBuilder()
                .setAddressesOrError(StatusOr.fromValue(replicas))
                .build());
      }

      @Override
      public void shutdown() {}
    };
  }
}
