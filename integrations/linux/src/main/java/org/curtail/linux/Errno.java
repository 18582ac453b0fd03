package org.curtail.linux;

/** Why a call of this module may fail: errno(3), and what each call's own page makes of it. */
enum Errno {
  EPERM(1, "not permitted"),
  ENOENT(2, "not there"),
  ESRCH(3, "no such thread"),
  E2BIG(7, "the kernel knows less than was asked for"),
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
   * In words.
   *
   * @param answer below 0, as {@link Kernel} answers
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
   * In words, with what gives the right if that is missing.
   *
   * @param answer below 0, as {@link Kernel} answers
   */
  static String reason(int answer, String right) {
    boolean forbidden = answer == -EPERM.number || answer == -EACCES.number;
    return forbidden ? reason(answer) + ": it takes " + right : reason(answer);
  }
}
