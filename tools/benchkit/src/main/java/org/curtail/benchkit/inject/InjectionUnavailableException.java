package org.curtail.benchkit.inject;

/** A cause that cannot be injected on this machine; the message gives the reason. */
public final class InjectionUnavailableException extends Exception {
  private static final long serialVersionUID = 1;

  InjectionUnavailableException(InjectionKind kind, String reason) {
    super("%s is not possible here: %s".formatted(kind.label(), reason));
  }

  InjectionUnavailableException(InjectionKind kind, String reason, Throwable cause) {
    super("%s is not possible here: %s".formatted(kind.label(), reason), cause);
  }
}
