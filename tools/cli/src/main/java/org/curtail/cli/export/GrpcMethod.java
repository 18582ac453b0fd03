package org.curtail.cli.export;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.curtail.benchkit.terminal.UsageError;

/**
 * A method by gRPC's naming.
 *
 * @param service with its package, if it has one
 */
record GrpcMethod(String service, String method) {
  /** Name of a call by gRPC's instrumentation, at the end of the name of a stage. */
  private static final Pattern END = Pattern.compile("([A-Za-z_][\\w.]*)/([A-Za-z_]\\w*)$");

  /**
   * The method of a call.
   *
   * @param call its name, which ends with shop.Catalog/Get
   * @throws UsageError if it does not
   */
  static GrpcMethod of(String call) {
    Matcher end = END.matcher(call);
    if (!end.find()) {
      throw new UsageError(
          "expected a call whose name ends as gRPC names its methods, shop.Catalog/Get; found '%s': export it with --stage, --service and --method"
              .formatted(call));
    }
    return new GrpcMethod(end.group(1), end.group(2));
  }

  boolean hasPackage() {
    return service.indexOf('.') >= 0;
  }

  @Override
  public String toString() {
    return service + "/" + method;
  }
}
