package org.curtail.linux;

/** Errors of this module's calls: errno(3), with their meaning for these calls. */
enum Errno {
  EPERM(1, "not permitted"),
  ENOENT(2, "not there"),
  ESRCH(3, "no such thread"),
  E2BIG(7, "this kernel has a shorter structure"),
  ENOMEM(12, "no memory"),
  EACCES(13, "not permitted"),
  EFAULT(14, "bad address"),
  EBUSY(16, "no bandwidth left"),
  ENODEV(19, "no such device"),
  EINVAL(22, "not accepted by this kernel, or no such core is allowed"),
  EMFILE(24, "too many open files"),
  ENOSYS(38, "unknown to this kernel, or filtered"),
  EOPNOTSUPP(95, "not supported by this processor");

  private final int number;
  private final String meaning;

  Errno(int number, String meaning) {
    this.number = number;
    this.meaning = meaning;
  }

  /**
   * Describes an error.
   *
   * @param answer result of a {@link Kernel} call, below 0
   */
  static String reason(int answer) {
    for (Errno error : values()) {
      if (error.number == -answer) {
        return error.meaning + " (" + error.name() + ")";
      }
    }
    return "error " + -answer;
  }

  /**
   * Describes an error, with the required permission if that is missing.
   *
   * @param answer result of a {@link Kernel} call, below 0
   */
  static String reason(int answer, String permission) {
    boolean forbidden = answer == -EPERM.number || answer == -EACCES.number;
    return forbidden ? reason(answer) + ": it takes " + permission : reason(answer);
  }
}
